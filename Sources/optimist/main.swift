import App

OptimistCommand.main()
